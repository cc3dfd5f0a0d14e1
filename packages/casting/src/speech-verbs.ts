/*
 * Verbs that introduce or follow direct speech, modern and classical. Single characters are the productive
 * heads (X道, X曰); the longer ones are listed only where the last character alone would not be a speech verb.
 */
const HEADS = '说道曰云问答喊叫嚷骂吼唤喝嗔啐唱念诵应叹劝想讲述谢辩';

const LONGER = (
  '回答 答应 答复 回复 回禀 禀告 禀报 报告 吩咐 嘱咐 叮嘱 叮咛 嘱托 命令 下令 告诉 ' +
  '告知 通知 解释 说明 补充 插嘴 插话 接口 接话 接嘴 开口 发话 开言 搭腔 搭话 反驳 ' +
  '反问 追问 质问 盘问 询问 发问 请求 恳求 央求 哀求 央告 祈求 请示 提议 建议 提醒 ' +
  '警告 威胁 恐吓 呵斥 喝斥 训斥 斥责 责备 责怪 埋怨 抱怨 嘀咕 嘟囔 嘟哝 咕哝 咕噜 ' +
  '絮叨 唠叨 念叨 嘟噜 自语 自言自语 喃喃 低语 耳语 呻吟 惊呼 欢呼 高呼 呼喊 大呼 呼叫 ' +
  '哭诉 诉苦 倾诉 感叹 赞叹 叹息 惊叹 感慨 咒骂 称赞 夸奖 夸赞 赞扬 安慰 劝慰 劝解 ' +
  '解劝 劝告 劝说 招呼 打招呼 附和 争辩 分辩 辩解 申辩 宣布 宣告 声明 承认 否认 坚持 ' +
  '强调 表示 起誓 发誓 赌咒 撒娇 嘲笑 讥笑 讽刺 打趣 取笑 调侃 咆哮 怒吼 尖叫 惨叫 ' +
  '吆喝 自嘲 说话 发言 问话 回话 答话 骂街 吟哦 吟诵 朗诵 朗读 念诵 默念 默祷 祷告 ' +
  '祝告 心想 暗想 寻思 思忖 思量 自忖 沉吟'
).split(' ');

/* 笑 or 哭 alone speak only right before a colon: 她笑：“……”. */
const VERBS = new Set<string>([...HEADS, ...LONGER]);

/** Words that end in a speech verb's character without being one. */
const NOT_SPEECH = (
  '知道 味道 街道 难道 道道 门道 霸道 不公道 讲公道 说公道 主持公道 不人道 无人道 讲人道 不地道 很地道 真地道 挖地道 条大道 庄大道 关大道 小道 频道 通道 跑道 轨道 ' +
  '河道 铁道 要道 古道 世道 厚道 称道 听说 据说 传说 小说 再说 学说 胡说 虽说 按说 ' +
  '不说 没说 没有说 别说 休说 慢说 如说 学问 疑问 访问 顾问 不问 报答 对答 思想 理想 ' +
  '梦想 感想 妄想 幻想 联想 不想 没想 没有想 也是云 白云 乌云 风云 浮云 行云 观念 纪念 ' +
  '想念 概念 思念 感应 反应 响应 供应 适应 相应 感谢 凋谢 多谢 不答 没有答 不应 没有应 ' +
  '没有回答 不回答 不说话 没有说话 得道 一道 两道 几道 说不 名叫 叫叫 鸡叫 狗叫 鸟叫 ' +
  '演讲 论述'
).split(' ');

/* What may stand between the verb and the quote: 说了一句“……”, 问着他：… */
const TAILS = '起来 出来 下去 一句 两句 几句 一声 几声 一遍 这样 如此 着 了 过 到 起'.split(' ');

/** Start of the speech verb that ends at `to` (particles such as 着 了 一句 skipped), or -1; nothing before `from` is read. */
export function speechVerbEnding(text: string, from: number, to: number): number {
  let end = to;
  for (let skipped = true; skipped;) {
    skipped = false;
    for (const tail of TAILS) {
      if (end - tail.length > from && text.startsWith(tail, end - tail.length)) {
        end -= tail.length;
        skipped = true;
        break;
      }
    }
  }
  for (const wrong of NOT_SPEECH) {
    if (end - wrong.length >= from && text.startsWith(wrong, end - wrong.length)) return -1;
  }
  for (let length = 4; length >= 1; length--) {
    const start = end - length;
    if (start < from || !VERBS.has(text.slice(start, end))) continue;
    if (
      /(?:不|没|未|没有|不再|不曾|未曾|不能|不敢|不肯|不要|不便|不好|不及|不得)$/.test(
        text.slice(Math.max(from, start - 2), start),
      )
    )
      return -1;
    // 说道, 问道: the verb before 道 belongs to it; 云 does not, for it ends names (湘云道).
    const joined =
      start > from &&
      length === 1 &&
      text.charAt(start - 1) !== '云' &&
      VERBS.has(text.slice(start - 1, start));
    return joined ? start - 1 : start;
  }
  return -1;
}

/** Start of the first speech verb inside [from, to) that is not its end (他说到这里…), or -1. */
export function speechVerbInside(text: string, from: number, to: number): number {
  for (let end = from + 1; end <= to; end++) {
    if (!HEADS.includes(text.charAt(end - 1))) continue;
    // 知道, 难道, 听说 are read to the left; 说明书-like words to the right are too rare to list.
    const start = speechVerbEnding(text, from, end);
    if (start >= 0) return start;
  }
  return -1;
}
