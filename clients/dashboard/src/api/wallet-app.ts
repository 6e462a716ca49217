/** The most characters of a wallet's name that a sign-in takes. */
const WALLET_APP_MAX = 64;

/** A wallet's name as a sign-in takes it, whatever the wallet calls itself; undefined where nothing of it is left. */
export function walletAppOf(name: string): string | undefined {
  const text = name
    .trim()
    .slice(0, WALLET_APP_MAX)
    .replace(/[\p{Cc}\p{Cs}\uFFFD]/gu, '')
    .trim();
  return text === '' ? undefined : text;
}
