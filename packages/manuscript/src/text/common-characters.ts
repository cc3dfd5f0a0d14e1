// Frequent characters of modern and vernacular Chinese, simplified and traditional; picked by us, order has no meaning.
const COMMON_CHARACTERS =
  '的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并並物手应應战戰向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強即像难難且权權思王象完设設式色路记記南品住告类類求据據程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争爭运運笑叫吃坐站哪谁誰吗嗎呢吧啊呀父母爷爺奶哥姐妹弟太爱愛花草树樹风風雨雪夜早晚房屋车車钱錢请請谢謝';
const COMMON = new Set([...COMMON_CHARACTERS].map((character) => character.charCodeAt(0)));

/** How many of a text's Han characters are frequent ones, 0 to 1, and how many Han characters it has; text read in a wrong encoding scores near 0. */
export function commonShare(text: string): { readonly share: number; readonly han: number } {
  let han = 0;
  let common = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x3400 || code > 0x9fff) continue;
    han += 1;
    if (COMMON.has(code)) common += 1;
  }
  return { share: han === 0 ? 0 : common / han, han };
}
