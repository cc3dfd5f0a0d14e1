const hues = [210, 20, 130, 280, 0, 175, 50, 320, 240, 95, 195, 345];
const roleRules = hues
  .map(
    (hue, index) => `[data-role="r${index}"]{color:hsl(${hue} 60% 30%);background-color:hsl(${hue} 60% 94%)}`,
  )
  .join('\n');

/** The page of a peer: the same host, measure and type as the studio's own page, and twelve role colours. */
export const peerHtml = (script: string): string => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>peer</title>
<style>
html,body{margin:0;height:100%}
#host{height:100%;overflow:auto}
.manuscript{max-width:42em;margin:0 auto;padding:24px 0 40vh;font-family:'Noto Serif CJK SC',serif;font-size:18px;
line-height:1.9;white-space:pre-wrap;overflow-wrap:anywhere;outline:none}
.manuscript p{margin:0 0 .35em;min-height:1.9em}
${roleRules}
</style>
<div id="host"></div>
<script type="module" src="${script}"></script>
</html>
`;
