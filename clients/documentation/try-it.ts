import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../shared/platform/contract/headers.ts';
import { createElement, requireElement } from './element.ts';

/** The visitor's API key. It is stored only in the memory of this document. */
let key = '';

/** Response headers that are shown below the status. */
const DISPLAYED_HEADERS = ['X-RateLimit-Remaining', 'X-Request-Id', 'Location', 'Retry-After'];

function buildUrl(form: HTMLFormElement): URL {
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

function buildRequest(form: HTMLFormElement): RequestInit {
  const body = form.querySelector<HTMLTextAreaElement>('[data-body]')?.value;
  const headers = new Headers({ Accept: 'application/json' });
  if (key !== '') headers.set(CREDENTIAL_HEADER, key);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (form.dataset.idempotent !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, crypto.randomUUID());
  return { method: form.dataset.method ?? 'GET', headers, ...(body === undefined ? {} : { body }) };
}

/** Formats JSON with line breaks. Returns any other text unchanged. */
function formatResponse(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form: HTMLFormElement): Promise<readonly Node[]> {
  const url = buildUrl(form);
  const startedMs = performance.now();
  const answer = await fetch(url, buildRequest(form));
  const text = formatResponse(await answer.text());
  const durationMs = Math.round(performance.now() - startedMs);
  const headerTexts = DISPLAYED_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const responseElement = createElement('pre', createElement('code', text));
  responseElement.tabIndex = 0;
  return [
    createElement(
      'p',
      createElement('b', String(answer.status)),
      ` in ${durationMs} ms, ${url.pathname}${url.search}`,
    ),
    createElement('p', headerTexts.join(', ')),
    responseElement,
  ];
}

export function addTryItForm(): void {
  const form = document.querySelector<HTMLFormElement>('form.try');
  if (form === null) return;
  form.hidden = false;
  const answer = requireElement('.answer', HTMLElement, form);
  const field = form.querySelector<HTMLInputElement>('[data-key]');
  if (field !== null) field.value = key;
  field?.addEventListener('input', () => {
    key = field.value.trim();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer.replaceChildren(createElement('p', 'Sending …'));
    send(form)
      .catch((error: unknown) => [createElement('p', `The request failed: ${String(error)}`)])
      .then((responseElements) => answer.replaceChildren(...responseElements));
  });
}
