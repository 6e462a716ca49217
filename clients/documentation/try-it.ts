import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../shared/platform/contract/headers.ts';
import { element, made } from './element.ts';

/** The visitor's key: in the memory of this document, and nowhere else. */
let key = '';

/** Shows that are worth a line of their own. */
const SHOWN_HEADERS = ['X-RateLimit-Remaining', 'X-Request-Id', 'Location', 'Retry-After'];

function addressOf(form: HTMLFormElement): URL {
  let path = form.dataset.path ?? '';
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-place]')) {
    if (field.dataset.place === 'path')
      path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value !== '') query.set(field.name, field.value);
  }
  const url = new URL(path, location.origin);
  url.search = query.toString();
  return url;
}

function requestOf(form: HTMLFormElement): RequestInit {
  const body = form.querySelector<HTMLTextAreaElement>('[data-body]')?.value;
  const headers = new Headers({ Accept: 'application/json' });
  if (key !== '') headers.set(CREDENTIAL_HEADER, key);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (form.dataset.idempotent !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, crypto.randomUUID());
  return { method: form.dataset.method ?? 'GET', headers, ...(body === undefined ? {} : { body }) };
}

/** JSON with a line for each value, and any other text as it came. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form: HTMLFormElement): Promise<readonly Node[]> {
  const url = addressOf(form);
  const began = performance.now();
  const answer = await fetch(url, requestOf(form));
  const text = readable(await answer.text());
  const milliseconds = Math.round(performance.now() - began);
  const told = SHOWN_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const shown = made('pre', made('code', text));
  shown.tabIndex = 0;
  return [
    made('p', made('b', String(answer.status)), ` in ${milliseconds} ms, ${url.pathname}${url.search}`),
    made('p', told.join(', ')),
    shown,
  ];
}

/** Sends the request of the page's form with the visitor's key, and shows the answer. */
export function followForm(): void {
  const form = document.querySelector<HTMLFormElement>('form.try');
  if (form === null) return;
  form.hidden = false;
  const answer = element('.answer', HTMLElement, form);
  const field = form.querySelector<HTMLInputElement>('[data-key]');
  if (field !== null) field.value = key;
  field?.addEventListener('input', () => {
    key = field.value.trim();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer.replaceChildren(made('p', 'Sending …'));
    send(form)
      .catch((error: unknown) => [made('p', `The request failed: ${String(error)}`)])
      .then((shown) => answer.replaceChildren(...shown));
  });
}
