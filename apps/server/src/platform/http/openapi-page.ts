const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
}

/** A plain page over the OpenAPI document: no script, no outside assets, one section for each feature. */
export function openApiPage(document: Readonly<Record<string, unknown>>): string {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const features = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  const section = (feature: string): string => {
    const calls = operations
      .filter(({ operation }) => operation.tags[0] === feature)
      .map(
        ({
          path,
          method,
          operation,
        }) => `<details id="${escape(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>${escape(operation.description).replaceAll('\n\n', '<br>')}</p><pre>${escape(JSON.stringify(operation, null, 2))}</pre></details>`,
      );
    return `<h2>${escape(feature)}</h2>${calls.join('\n')}`;
  };
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>接口 · 画本工坊</title>
<style>:root{color-scheme:light dark}body{font:15px/1.7 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}summary{cursor:pointer;padding:.3rem 0}pre{overflow:auto;font-size:12px;border:1px solid #8885;padding:.8rem}code{font-size:13px}</style>
<h1>画本工坊接口</h1><p>共 ${operations.length} 个调用。机器可读的描述：<a href="openapi.json">openapi.json</a>。除注明“无需登录”者外，都要在请求头 <code>token</code> 带令牌。</p>
${features.map(section).join('\n')}</html>`;
}
