/** What a line is for the listener: speech, inner or off-screen voice (OS), or text that the narrator must read although it looks like speech. */
export type LineKind = 'dialogue' | 'aside' | 'narration';

/** Who set the line as it is: a person, the built-in rules, or a casting model. */
export type LineOrigin = 'human' | 'rule' | 'model';

/** The attributes of a `line` mark. `confidence` is 0..1 and null for people; `inserted` means that the marker, not the author, wrote the text. */
export type LineAttributes = {
  readonly lineId: string;
  readonly roleId: string | null;
  readonly kind: LineKind;
  readonly origin: LineOrigin;
  readonly confidence: number | null;
  readonly inserted: boolean;
};

const ID = /^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,63}$/;

/** Whether a string may serve as the id of a chapter, line, role or atom: 1 to 64 of A-Z a-z 0-9 _ - . : with neither point nor colon first, so that UUIDs and base64url fit. */
export function isManuscriptId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

export function isLineKind(value: unknown): value is LineKind {
  return value === 'dialogue' || value === 'aside' || value === 'narration';
}

export function isLineOrigin(value: unknown): value is LineOrigin {
  return value === 'human' || value === 'rule' || value === 'model';
}

export function isConfidence(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
