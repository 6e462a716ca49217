const FALLBACK_LOCALE = 'en-US';

function isAcceptedLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    // The constructor throws for an invalid language tag, such as `en-US@posix`.
    return false;
  }
}

/** Converts an operating system's locale such as `de_DE.UTF-8@euro` to a language tag: `de-DE`. */
const toLanguageTag = (locale: string) => locale.replace(/[.@].*$/, '').replaceAll('_', '-');

/** The first of the visitor's locales that the browser supports; `en-US` if it supports none. */
export const LOCALE =
  [...navigator.languages, navigator.language]
    .flatMap((each) => [each, toLanguageTag(each)])
    .find(isAcceptedLocale) ?? FALLBACK_LOCALE;

// The plot library uses `navigator.language` when it loads. It fails if this is not a valid language tag.
if (!isAcceptedLocale(navigator.language)) {
  Object.defineProperty(navigator, 'language', { value: LOCALE, configurable: true });
}
