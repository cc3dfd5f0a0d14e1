import type { QuoteRange } from './match-quotes.ts';

/** Quotations below this score are taken for terms, titles or sayings inside narration and are not marked. */
export const SPEECH_THRESHOLD = 0.5;

const LONGEST_TERM = 10;
const ENDS_LIKE_SPEECH = /[。！？!?…—～~，,、；;：:.]$/;
const ENDS_SENTENCE = /[。！？!?…—～~]$/;
const HAS_SENTENCE = /[。！？!?…～]/;
const CALLED =
  /(?:所谓|所謂|叫做|叫作|叫着|名叫|名为|名曰|称为|称作|称之为|号称|绰号|诨号|外号|题为|题曰|写着|刻着|叫|号|曰“?|的|之|个|种|这|那|此|其|是|为|成|作|做|和|与|或|及|跟|像|如)$/;
const SAID =
  /(?:说|說|道|问|問|答|喊|叫道|嚷|骂|罵|笑|哭|唱|念|吟|曰|云|叹|嘆|想|喝|应|回|吩咐|嘱咐|劝|求)(?:着|了|过)?(?:[一二两三几]?[声句])?[：:，,]?$/;
const CALLED_SPEECH = /(?:叫道|喊道|说道|问道|答道|念道)$/;
const TERM_AFTER =
  /^(?:的|之|二字|两字|三字|四字|一字|字|这|者|一词|等|类|式|主义|是|了(?![。！？])|里|中|上|下|们|和|与|、|；)/;
const SAID_AFTER =
  /^[，,]?[^，。！？!?；：:“”"「」]{0,16}?(?:说|說|道|问|問|答|喊|叫|嚷|骂|罵|笑|哭|叹|嘆|想|吩咐)/;

/**
 * How likely it is that a quotation is spoken, 0 to 1, from its own end, what stands before and after it, and its length.
 * The weights are ours, set by reading the quotations of 呐喊; they decide between speech and a quoted term, not who speaks.
 */
export function likelySpeech(text: string, range: QuoteRange): number {
  const inner = text.slice(range.from + 1, range.balanced ? range.to - 1 : range.to).trim();
  const before = text.slice(Math.max(0, range.from - 12), range.from).trimEnd();
  const after = text.slice(range.to, range.to + 24);
  if (inner === '') return 0;
  let score = 0.5;
  if (ENDS_LIKE_SPEECH.test(inner)) score += ENDS_SENTENCE.test(inner) ? 0.35 : 0.25;
  else if (HAS_SENTENCE.test(inner)) score += 0.2;
  else if (inner.length <= LONGEST_TERM) score -= 0.2;
  else score -= 0.1;

  if (/[：:]$/.test(before)) score += 0.4;
  else if (CALLED_SPEECH.test(before)) score += 0.35;
  else if (before === '') score += 0.3;
  else if (SAID.test(before)) score += 0.3;
  else if (CALLED.test(before)) score -= 0.25;
  else if (!/[。！？!?…”」』"，,；;—]$/.test(before)) score -= 0.15;

  if (after.trim() === '') score += 0.15;
  else if (SAID_AFTER.test(after)) score += 0.2;
  else if (TERM_AFTER.test(after)) score -= 0.2;
  return Math.min(1, Math.max(0, Math.round(score * 100) / 100));
}
