/** Abbreviations in capitals are spelled letter by letter; other Latin words are left to the English rules of the engine. */
export function spelledAbbreviations(text: string): string {
  return text.replace(/(?<![A-Za-z])[A-Z]{2,}(?![a-z])/g, (letters) => ` ${letters.split('').join(' ')} `);
}
