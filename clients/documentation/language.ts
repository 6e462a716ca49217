const STORED = 'documentation-language';

/** The choice of an earlier visit. A browser may keep no data of pages at all. */
function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // The choice then lasts until the page is closed.
  }
}

function show(language: string): void {
  document.body.dataset.language = language;
  for (const button of document.querySelectorAll<HTMLElement>('[data-choose]')) {
    button.setAttribute('aria-pressed', String(button.dataset.choose === language));
  }
}

/** Shows the samples in one language. What the visitor looks at keeps its place on the screen. */
export function followLanguage(): void {
  const known = [...document.querySelectorAll<HTMLElement>('[data-choose]')].map(
    (each) => each.dataset.choose,
  );
  const wanted = stored();
  show(wanted !== null && known.includes(wanted) ? wanted : (document.body.dataset.language ?? 'curl'));
  for (const group of document.querySelectorAll<HTMLElement>('.languages')) {
    group.hidden = false;
    group.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLElement) || target.dataset.choose === undefined) return;
      const before = target.getBoundingClientRect().top;
      show(target.dataset.choose);
      store(target.dataset.choose);
      scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
    });
  }
}
