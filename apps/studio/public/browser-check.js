// Runs before anything modern, so it is written for the oldest browsers. Chrome and Firefox above
// version 70 are supported; browsers built on Chrome name it too and are welcome.
(function () {
  var agent = navigator.userAgent;
  var found = /(?:Headless)?Chrom(?:e|ium)\/(\d+)/.exec(agent) || /Firefox\/(\d+)/.exec(agent);
  var text = '';
  if (!found) text = '不支持当前浏览器';
  else if (Number(found[1]) <= 70) text = '当前浏览器版本太低';
  if (!text) return;
  window.unsupportedBrowser = true;
  document.addEventListener('DOMContentLoaded', function () {
    document.body.innerHTML =
      '<main style="padding:64px 24px;text-align:center;font-family:sans-serif"><h1 style="font-size:20px">' +
      text +
      '</h1><p>请使用 70 以上版本的 Chrome 或 Firefox 打开画本工坊。</p></main>';
  });
})();
