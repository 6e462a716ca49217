import { API_EXAMPLE_ORIGIN } from '../../shared/platform/documents/examples/example-origin.ts';
import './style.css';

/** The most results that are shown. */
const RESULTS_MAX = 12;
/** From this width on, the table of contents is shown beside the text. */
const WIDE = '(min-width: 900px)';

/** @throws Error when the page lacks the element, because it comes from another release */
function element<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}`);
  return found;
}

/** A guide or an operation that the search can find. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly text: string;
}

function readSections(): Section[] {
  return [...document.querySelectorAll<HTMLElement>('section[data-search]')].map((section) => {
    const kind = section.dataset.search ?? '';
    const title = section.querySelector('h2, h3')?.textContent ?? '';
    return { id: section.id, title, kind, text: `${title} ${kind} ${section.textContent}`.toLowerCase() };
  });
}

/** Sections that contain every word. Those with the most matches in the title or address come first. */
function find(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const wordsInName = ({ title, kind }: Section) =>
    words.filter((word) => `${title} ${kind}`.toLowerCase().includes(word)).length;
  const found = sections.filter(({ text }) => words.every((word) => text.includes(word)));
  return found.toSorted((a, b) => wordsInName(b) - wordsInName(a));
}

function lineOf({ id, title, kind }: Section): HTMLLIElement {
  const link = document.createElement('a');
  link.href = `#${id}`;
  link.append(title, ' ');
  const small = document.createElement('small');
  small.append(kind);
  link.append(small);
  const line = document.createElement('li');
  line.append(link);
  return line;
}

function search(): void {
  const input = element('#search', HTMLInputElement);
  const box = element('#found', HTMLElement);
  const [status, list] = [element('#found p', HTMLElement), element('#found ul', HTMLElement)];
  let sections: Section[] | undefined;
  const show = () => {
    sections ??= readSections();
    const found = find(sections, input.value);
    box.hidden = input.value.trim() === '';
    status.textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`;
    list.replaceChildren(...found.slice(0, RESULTS_MAX).map(lineOf));
  };
  const clear = () => {
    input.value = '';
    show();
  };
  input.addEventListener('input', show);
  list.addEventListener('click', clear);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') clear();
  });
}

/** Puts this page's host into the samples. */
function nameHost(): void {
  for (const text of document.querySelectorAll('pre code')) {
    const own = text.textContent.replaceAll(API_EXAMPLE_ORIGIN, location.origin);
    if (own !== text.textContent) text.textContent = own;
  }
}

function placeContents(): void {
  const contents = element('nav details', HTMLDetailsElement);
  const wide = matchMedia(WIDE);
  const place = () => {
    contents.open = wide.matches;
  };
  wide.addEventListener('change', place);
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && !wide.matches) contents.open = false;
  });
  place();
}

const language = element('#language', HTMLSelectElement);
language.addEventListener('change', () => {
  document.body.dataset.language = language.value;
});
nameHost();
placeContents();
search();
element('.tools', HTMLElement).hidden = false;
