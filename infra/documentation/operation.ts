import { events } from '../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../shared/platform/contract/headers.ts';
import { type ApiVersion, versionedPath } from '../../shared/platform/contract/versions/versions.ts';
import { escapeHtml, proseHtml, renderCodeHtml } from '../../shared/platform/documents/html.ts';
import { type InputField, listInputFields } from '../../shared/platform/documents/json-schema.ts';
import {
  renderErrorsTable,
  renderInputsTable,
  renderResponseFieldsTable,
  responseTitleOf,
} from '../../shared/platform/documents/operation-tables.ts';
import { descriptionOf } from '../../shared/platform/documents/schema-text.ts';
import {
  EVENT_TYPES_ADDRESS,
  operationAddress,
  operationGroupAddress,
  operationGroupName,
} from './addresses.ts';
import { type DocumentationPage, renderCodeBlock, renderLink } from './layout.ts';
import { buildSamples, LANGUAGES } from './samples.ts';

function renderCodeSamples(route: DocumentedRoute, version: ApiVersion): string {
  const languageButtons = Object.entries(LANGUAGES).map(
    ([codeLanguage, name]) => `<button type="button" data-choose="${codeLanguage}">${name}</button>`,
  );
  const codeBlocks = buildSamples(route, version).map(([codeLanguage, text]) =>
    renderCodeBlock(text, ` data-language="${codeLanguage}"`),
  );
  return `<div class="samples"><div class="languages" role="group" aria-label="Language of the samples" hidden>${languageButtons.join('')}</div>${codeBlocks.join('')}</div>`;
}

const exampleValueOf = ({ example }: DocumentedRoute, { place, name }: InputField) =>
  (place === 'path' ? example?.params : example?.query)?.[name] ?? '';

function renderOptions(values: readonly unknown[], selectedValue: string): string {
  const options = ['', ...values.map(String)].map(
    (value) => `<option${value === selectedValue ? ' selected' : ''}>${escapeHtml(value)}</option>`,
  );
  return options.join('');
}

function renderInput(route: DocumentedRoute, field: InputField): string {
  const { place, name, required, schema } = field;
  const values = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const htmlAttributes = `name="${escapeHtml(name)}" data-place="${place}"${required ? ' required' : ''}`;
  const value = exampleValueOf(route, field);
  const inputHtml = Array.isArray(values)
    ? `<select ${htmlAttributes}>${renderOptions(values, value)}</select>`
    : `<input ${htmlAttributes} value="${escapeHtml(value)}" autocomplete="off" spellcheck="false">`;
  return `<label><span>${escapeHtml(name)}${required ? ' (required)' : ''}</span>${inputHtml}</label>`;
}

/**
 * Returns a form that calls the operation with the visitor's API key. Returns an empty string for an operation whose
 * response has no envelope.
 */
function renderTryItForm(route: DocumentedRoute, version: ApiVersion): string {
  if (route.format !== undefined) return '';
  const fields = listInputFields(route).filter(({ place }) => place !== 'body');
  const body = JSON.stringify(route.example?.body ?? {}, null, 2);
  return [
    `<form class="try" hidden data-method="${route.method}" data-path="${escapeHtml(versionedPath(version, route))}"${route.idempotent === true ? ' data-idempotent' : ''}>`,
    '<h2 id="try-it">Try it</h2>',
    route.access === 'public'
      ? ''
      : '<label><span>API key</span><input type="password" data-key autocomplete="off" placeholder="yk_…"></label><p class="note">The key stays in the memory of this tab. A reload forgets it.</p>',
    ...fields.map((field) => renderInput(route, field)),
    route.body === undefined
      ? ''
      : `<label><span>Body</span><textarea data-body rows="${Math.min(body.split('\n').length + 1, 14)}" spellcheck="false">${escapeHtml(body)}</textarea></label>`,
    `<p><button type="submit">Send ${route.method}</button></p>`,
    '<div class="answer" role="status"></div></form>',
  ].join('\n');
}

const renderDetails = (title: string, html: string) =>
  html === '' ? '' : `<details><summary>${title}</summary>${html}</details>`;

/** Ids of the operations that return events, or choose the types of events that the service sends. */
const EVENT_OPERATION_IDS: ReadonlySet<string> = new Set([
  events.list.id,
  webhooks.create.id,
  webhooks.update.id,
]);

export function buildOperationPage(
  route: DocumentedRoute,
  version: ApiVersion,
  example: string | undefined,
): DocumentationPage {
  const description = route.description ?? `${route.summary}.`;
  const fieldSearchTexts = listInputFields(route).map(
    ({ name, schema }) => `${name} ${descriptionOf(schema)}`,
  );
  const inputsHtml = renderInputsTable(route);
  const group = operationGroupName(route.id);
  const html = [
    `<p class="up">${renderLink(operationGroupAddress(group), group)}</p>`,
    `<h1>${escapeHtml(route.summary)}</h1>`,
    `<p class="line"><b class="method">${route.method}</b> ${renderCodeHtml(route.path)}</p>`,
    '<div class="operation"><div>',
    `<p>${proseHtml(description)}</p>`,
    `<p>Access: ${renderCodeHtml(route.access)}.${route.idempotent === true ? ` Accepts ${renderCodeHtml(IDEMPOTENCY_KEY_HEADER)}.` : ''}</p>`,
    EVENT_OPERATION_IDS.has(route.id)
      ? `<p>The page ${renderLink(EVENT_TYPES_ADDRESS, 'Event types')} describes each event type and its fields.</p>`
      : '',
    inputsHtml === '' ? '' : `<h2 id="request">Request</h2>${inputsHtml}`,
    '<h2 id="answer">Answer</h2>',
    renderDetails(responseTitleOf(route), renderResponseFieldsTable(route)),
    renderDetails('Example of an answer', example === undefined ? '' : renderCodeBlock(example)),
    renderDetails('Errors', renderErrorsTable(route)),
    '</div><div class="side">',
    renderCodeSamples(route, version),
    renderTryItForm(route, version),
    '</div></div>',
  ];
  return {
    address: operationAddress(route),
    title: route.summary,
    kind: `${route.method} ${route.path}`,
    text: [description, route.id, ...fieldSearchTexts, ...route.errors].join(' ').replaceAll('`', ''),
    html: html.join('\n'),
  };
}
