import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { isServedIn } from '../../shared/platform/contract/versions/versions.ts';
import { ROUTES } from '../../shared/service/routes.ts';

export const DOCUMENTATION_ADDRESS = '/docs';

/** Ids of the guides in reading order for new users. */
export const GUIDE_IDS = [
  'first-call',
  'python',
  'authentication',
  'paging',
  'limits',
  'idempotency',
  'deposits-on-chain',
  'webhooks',
  'errors',
  'assistants',
  'api-changes',
] as const;

export const ERRORS_ADDRESS = `${DOCUMENTATION_ADDRESS}/errors`;
/** Path of the page that lists the event types and their fields. */
export const EVENT_TYPES_ADDRESS = `${DOCUMENTATION_ADDRESS}/events`;

export const CHANGELOG_ADDRESS = `${DOCUMENTATION_ADDRESS}/changelog`;

export const GUIDES_ADDRESS = `${DOCUMENTATION_ADDRESS}/guides`;

export const guideAddress = (id: string) => `${GUIDES_ADDRESS}/${id}`;

export const operationGroupName = (id: string) => id.split('.')[0] ?? '';
export const operationGroupAddress = (group: string) => `${DOCUMENTATION_ADDRESS}/${group}`;

/** Returns the path of an operation's page: `/docs/investments/deposit` for `investments.deposit`. */
export const operationAddress = ({ id }: { readonly id: string }) =>
  `${DOCUMENTATION_ADDRESS}/${id.replace('.', '/')}`;

/** Returns the file of a page. Pages can be requested with and without a trailing slash. */
export const toPageFilePath = (address: string) => `${address}/index.html`;

export function groupDocumentedRoutes(): ReadonlyMap<string, readonly DocumentedRoute[]> {
  return Map.groupBy(
    ROUTES.filter((route) => isServedIn(route, CURRENT_VERSION)),
    ({ id }) => operationGroupName(id),
  );
}

/**
 * Returns a short pattern for all paths of the documentation, because the code of a CloudFront function may have at
 * most 10 kB.
 */
export function buildDocumentationPathPattern(): RegExp {
  const groupPatterns = [...groupDocumentedRoutes()].map(([group, routes]) => {
    const operationNames = routes.map(({ id }) => id.slice(group.length + 1));
    return `${group}(\\/(${operationNames.join('|')}))?`;
  });
  const subpaths = [
    'errors',
    'events',
    'changelog',
    `guides(\\/(${GUIDE_IDS.join('|')}))?`,
    ...groupPatterns,
  ];
  return new RegExp(`^\\${DOCUMENTATION_ADDRESS}(\\/(${subpaths.join('|')}))?\\/?$`);
}
