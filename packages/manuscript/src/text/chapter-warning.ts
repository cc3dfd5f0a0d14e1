/** What a reader of the proposed chapters should look at; `message` is Chinese. */
export type ChapterWarning = {
  readonly kind: 'duplicate' | 'gap' | 'short' | 'long' | 'closing-joined' | 'inner-headings';
  readonly message: string;
};
