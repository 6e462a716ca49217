import { alerts, events } from '../../shared/notifications/contract/documentation.ts';
import { anyEventSchema, EVENT_DEFINITIONS } from '../../shared/notifications/contract/event-responses.ts';
import { EVENT_KEEP_DAYS, INVESTMENT_SCOPE } from '../../shared/notifications/contract/event-types.ts';
import { webhooks } from '../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { proseHtml, renderCodeHtml, renderHtmlTable } from '../../shared/platform/documents/html.ts';
import { renderFieldsTable, toDescribedSchema } from '../../shared/platform/documents/operation-tables.ts';
import { type OutputField, outputFieldsOf } from '../../shared/platform/documents/schema-text.ts';
import { EVENT_TYPES_ADDRESS, guideAddress, operationAddress } from './addresses.ts';
import { type DocumentationPage, renderLink } from './layout.ts';

const isDataField = ({ path }: OutputField) => /^data\b/.test(path);

/** Returns the fields of an event. Paths start with the name of a field of the event, such as `data.asset`. */
const fieldsOfEvent = (schema: Parameters<typeof toDescribedSchema>[0]): OutputField[] =>
  outputFieldsOf(toDescribedSchema(schema), 'event')
    .map((field) => ({ ...field, path: field.path.replace(/^event\.?/, '') }))
    .filter(({ path }) => path !== '');

const renderOperationLink = (route: DocumentedRoute) =>
  renderLink(operationAddress(route), `${route.method} ${route.path}`);

/** Returns the page of all event types. Each type has its own anchor and a table of its `data` fields. */
export function buildEventsPage(): DocumentationPage {
  const eventTypes = EVENT_DEFINITIONS.map(({ name, description, schema }) => ({
    name,
    description,
    dataFields: fieldsOfEvent(schema).filter((field) => isDataField(field) && field.path !== 'data'),
  }));
  const summaryRows = eventTypes.map(({ name, description }) => [
    `<a href="#${name}">${renderCodeHtml(name)}</a>`,
    proseHtml(description),
  ]);
  const html = [
    '<h1>Event types</h1>',
    `<p>${renderOperationLink(events.list)} returns the events of your account in the last ${EVENT_KEEP_DAYS} days. The service also sends each event to your webhook endpoints, which you create with ${renderOperationLink(webhooks.create)}. The guide ${renderLink(guideAddress('webhooks'), 'Webhooks')} describes how to receive events.</p>`,
    renderHtmlTable(['event type', 'meaning'], summaryRows),
    `<p>${renderCodeHtml('strategy.*')} and ${renderCodeHtml('deposit.*')} events occur only if one of your alerts watches for them. To create an alert, use ${renderOperationLink(alerts.create)}. A confirmed deposit creates ${renderCodeHtml('investment.confirmed')}, also without an alert. An alert of the kind ${renderCodeHtml('deposit_confirmed')} adds the event ${renderCodeHtml('deposit.confirmed')}, which names the alert.</p>`,
    `<p>To receive ${renderCodeHtml('investment.*')} and ${renderCodeHtml('deposit.*')} events, and events of alerts that watch your positions, a credential needs ${renderCodeHtml(INVESTMENT_SCOPE)}.</p>`,
    `<p>${renderOperationLink(webhooks.test)} sends an event of type ${renderCodeHtml('webhook.test')}, which no list contains. Its ${renderCodeHtml('sequence')} is 0. Its ${renderCodeHtml('data')} contains ${renderCodeHtml('webhook_id')}, and ${renderCodeHtml('challenge')} if the endpoint is not verified yet.</p>`,
    '<h2 id="common">Fields of every event</h2>',
    renderFieldsTable(
      fieldsOfEvent(anyEventSchema).filter(({ path }) => path === 'data' || !path.startsWith('data')),
    ),
    '<h2 id="data">Fields of the data of each type</h2>',
    ...eventTypes.map(
      ({ name, description, dataFields }) =>
        `<h3 id="${name}">${renderCodeHtml(name)}</h3><p>${proseHtml(description)}</p>${renderFieldsTable(dataFields)}`,
    ),
  ];
  return {
    address: EVENT_TYPES_ADDRESS,
    title: 'Event types',
    kind: 'reference',
    text: [
      ...eventTypes.map(({ name, description }) => `${name} ${description}`),
      ...new Set(eventTypes.flatMap(({ dataFields }) => dataFields.map(({ path }) => path))),
    ].join(' '),
    html: html.join('\n'),
  };
}
