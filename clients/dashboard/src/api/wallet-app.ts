/** Maximum length of a wallet name that a sign-in accepts, in characters. */
const WALLET_NAME_LENGTH_MAX = 64;

/**
 * Characters that a sign-in rejects in a wallet name: control and format characters, line separators, and filler
 * characters.
 */
const INVISIBLE_CHARACTERS =
  /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffd]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]/gu;

/** Matches a character that the API counts as visible. */
const VISIBLE_CHARACTER_PATTERN = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns a wallet's name in the form that a sign-in accepts; undefined when no visible character remains. */
export function cleanWalletName(name: string): string | undefined {
  const text = name.trim().slice(0, WALLET_NAME_LENGTH_MAX).replace(INVISIBLE_CHARACTERS, '').trim();
  return VISIBLE_CHARACTER_PATTERN.test(text) ? text : undefined;
}
