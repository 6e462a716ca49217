import { element, made } from './element.ts';

/** The most results that are shown. */
const RESULTS_MAX = 12;

/** A page that the search can find. */
interface Entry {
  readonly address: string;
  readonly title: string;
  readonly kind: string;
  readonly text: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The index of all pages: a line of four texts for each. */
async function loadIndex(): Promise<Entry[]> {
  const answer = await fetch(document.body.dataset.search ?? '');
  const lines: unknown = await answer.json();
  if (!Array.isArray(lines)) throw new Error('The search index is no list');
  return lines.flatMap((line: unknown) => {
    const [address, title, kind, text] = Array.isArray(line) ? line.filter(isText) : [];
    return address === undefined || title === undefined || kind === undefined || text === undefined
      ? []
      : [{ address, title, kind, text: `${title} ${kind} ${text}`.toLowerCase() }];
  });
}

/** Pages that contain every word. Those with the most matches in the title or address come first. */
function find(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const wordsInName = ({ title, kind }: Entry) =>
    words.filter((word) => `${title} ${kind}`.toLowerCase().includes(word)).length;
  const found = entries.filter(({ text }) => words.every((word) => text.includes(word)));
  return found.toSorted((a, b) => wordsInName(b) - wordsInName(a));
}

function lineOf({ address, title, kind }: Entry): HTMLLIElement {
  const link = made('a', title, ' ', made('small', kind));
  link.href = address;
  return made('li', link);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Searches operations and guides. The index is loaded when the visitor first goes to the field. */
export function followSearch(): void {
  const input = element('#search', HTMLInputElement);
  const box = element('#found', HTMLElement);
  const [status, list] = [element('#found p', HTMLElement), element('#found ul', HTMLElement)];
  let index: Promise<Entry[]> | undefined;
  const load = () => {
    index ??= loadIndex();
    return index;
  };
  const show = async () => {
    const query = input.value;
    box.hidden = query.trim() === '';
    const found = find(await load(), query);
    if (query !== input.value) return;
    status.textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`;
    list.replaceChildren(...found.slice(0, RESULTS_MAX).map(lineOf));
  };
  const clear = () => {
    input.value = '';
    box.hidden = true;
  };
  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') list.querySelector('a')?.click();
  });
  list.addEventListener('click', clear);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear();
    if (event.key !== '/' || isTyping(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}
