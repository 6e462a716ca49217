const LANGUAGE_STORAGE_KEY = 'documentation-language';

/** Returns null when no language is stored or the browser blocks storage. */
function readStoredLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_STORAGE_KEY);
  } catch {
    return null;
  }
}

function storeLanguage(codeLanguage: string): void {
  try {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, codeLanguage);
  } catch {
    // If the browser has disabled storage, the chosen language lasts until the page is closed.
  }
}

function showLanguage(codeLanguage: string): void {
  document.body.dataset.language = codeLanguage;
  for (const button of document.querySelectorAll<HTMLElement>('[data-choose]')) {
    button.setAttribute('aria-pressed', String(button.dataset.choose === codeLanguage));
  }
}

/**
 * Shows the buttons that select the language of code samples, and selects the stored language. After a click, the page
 * scrolls so that the clicked button keeps its position on the screen.
 */
export function addLanguageButtons(): void {
  const languages = [...document.querySelectorAll<HTMLElement>('[data-choose]')].map(
    (each) => each.dataset.choose,
  );
  const storedLanguage = readStoredLanguage();
  showLanguage(
    storedLanguage !== null && languages.includes(storedLanguage)
      ? storedLanguage
      : (document.body.dataset.language ?? 'curl'),
  );
  for (const group of document.querySelectorAll<HTMLElement>('.languages')) {
    group.hidden = false;
    group.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLElement) || target.dataset.choose === undefined) return;
      const targetTopBeforePx = target.getBoundingClientRect().top;
      showLanguage(target.dataset.choose);
      storeLanguage(target.dataset.choose);
      scrollBy({ top: target.getBoundingClientRect().top - targetTopBeforePx, behavior: 'instant' });
    });
  }
}
