/** A text as PostgreSQL can store it: without NUL and halves of surrogate pairs, as long as before. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();
