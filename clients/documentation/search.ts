import { createElement, requireElement } from './element.ts';

const RESULTS_MAX = 12;

interface SearchEntry {
  readonly address: string;
  readonly title: string;
  readonly kind: string;
  readonly text: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The index has four texts for each page: path, title, kind and full text. */
async function loadSearchIndex(): Promise<SearchEntry[]> {
  const response = await fetch(document.body.dataset.search ?? '');
  const indexEntries: unknown = await response.json();
  if (!Array.isArray(indexEntries)) throw new Error('The search index is no list');
  return indexEntries.flatMap((line: unknown) => {
    const [address, title, kind, text] = Array.isArray(line) ? line.filter(isText) : [];
    return address === undefined || title === undefined || kind === undefined || text === undefined
      ? []
      : [{ address, title, kind, text: `${title} ${kind} ${text}`.toLowerCase() }];
  });
}

/**
 * Returns the pages that contain every word of the query. Pages with the most matches in the title or kind come first.
 */
function find(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const countWordsInName = ({ title, kind }: SearchEntry) =>
    words.filter((word) => `${title} ${kind}`.toLowerCase().includes(word)).length;
  const matchingEntries = entries.filter(({ text }) => words.every((word) => text.includes(word)));
  return matchingEntries.toSorted((a, b) => countWordsInName(b) - countWordsInName(a));
}

function createSearchResult({ address, title, kind }: SearchEntry): HTMLLIElement {
  const link = createElement('a', title, ' ', createElement('small', kind));
  link.href = address;
  return createElement('li', link);
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Starts the page's search. The search index is loaded when the search field gets the focus for the first time. */
export function addSearch(): void {
  const input = requireElement('#search', HTMLInputElement);
  const box = requireElement('#found', HTMLElement);
  const [status, list] = [requireElement('#found p', HTMLElement), requireElement('#found ul', HTMLElement)];
  let searchIndex: Promise<SearchEntry[]> | undefined;
  const load = () => {
    searchIndex ??= loadSearchIndex();
    return searchIndex;
  };
  const show = async () => {
    const query = input.value;
    box.hidden = query.trim() === '';
    const matchingEntries = find(await load(), query);
    if (query !== input.value) return;
    status.textContent = matchingEntries.length === 0 ? 'Nothing found' : `${matchingEntries.length} found`;
    list.replaceChildren(...matchingEntries.slice(0, RESULTS_MAX).map(createSearchResult));
  };
  const clearSearch = () => {
    input.value = '';
    box.hidden = true;
  };
  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') list.querySelector('a')?.click();
  });
  list.addEventListener('click', clearSearch);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clearSearch();
    if (event.key !== '/' || isTextInput(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}
