/** The longest wallet name that a sign-in accepts, in characters. */
const WALLET_APP_MAX = 64;

/** A wallet's name in the form that a sign-in accepts; undefined when no valid character remains. */
export function walletAppOf(name: string): string | undefined {
  const text = name
    .trim()
    .slice(0, WALLET_APP_MAX)
    .replace(/[\p{Cc}\p{Cs}\uFFFD]/gu, '')
    .trim();
  return text === '' ? undefined : text;
}
