const FALLBACK = 'en-US';

function isAccepted(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    // It throws for a text that is no language tag, such as `en-US@posix`.
    return false;
  }
}

/** A locale as an operating system writes it, `de_DE.UTF-8@euro`, as a language tag: `de-DE`. */
const asTag = (locale: string) => locale.replace(/[.@].*$/, '').replaceAll('_', '-');

/** The first of the visitor's locales that the browser can format for; `en-US` if there is none. */
export const LOCALE =
  [...navigator.languages, navigator.language].flatMap((each) => [each, asTag(each)]).find(isAccepted) ??
  FALLBACK;

// The plot library formats with `navigator.language` as soon as it loads, and fails when that is no language tag.
if (!isAccepted(navigator.language)) {
  Object.defineProperty(navigator, 'language', { value: LOCALE, configurable: true });
}
