/** Narration behind a quote that tells how it was uttered without a verb of speech: 皇上的嗓子有些哑, 他打断了她. */
export const VOICED =
  /的?(?:嗓子|嗓门|嗓音|声音|语气|语速|口气|腔调|声调|音量)|脱口而出|异口同声|齐声|七嘴八舌|开了?口|打断|截住|截断|接过话|接了一句|断喝|[的地出了]一声|催(?:促|着|[我他她])|说到这里/;

/** Words before a verb of speech for someone who is not seen or not told apart (只听得外面说, 内中有个年老的说). */
export const ELSEWHERE =
  /(?:外面|外头|门外|窗外|里头|里面|那边|帘外)(?:有人)?(?:回|报|笑)?$|有一?个[^，]{0,8}的$/;

/** Narration before a colon that tells of a voice alone (人报：, 外头一声长唱：). */
export const UNSEEN = /^(?:有?人[报回]|(?:外头|外面|门外|帘外|阶下).{0,6})$/;
