import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { isServedIn } from '../../shared/platform/contract/versions/versions.ts';
import { ROUTES } from '../../shared/service/routes.ts';

/** The address of the documentation. */
export const DOCUMENTATION_ADDRESS = '/docs';

/** The guides in the order in which somebody new reads them. */
export const GUIDES = [
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
] as const;

export const ERRORS_ADDRESS = `${DOCUMENTATION_ADDRESS}/errors`;
export const CHANGELOG_ADDRESS = `${DOCUMENTATION_ADDRESS}/changelog`;

export const guideAddress = (id: string) => `${DOCUMENTATION_ADDRESS}/guides/${id}`;

export const groupOf = (id: string) => id.split('.')[0] ?? '';
export const groupAddress = (group: string) => `${DOCUMENTATION_ADDRESS}/${group}`;

/** `/docs/investments/deposit` for `investments.deposit`. */
export const operationAddress = ({ id }: { readonly id: string }) =>
  `${DOCUMENTATION_ADDRESS}/${id.replace('.', '/')}`;

/** The file of a page: its address can be asked for with and without a slash at its end. */
export const fileOf = (address: string) => `${address}/index.html`;

/** The operations that the documentation describes, by capability. */
export function documentedGroups(): ReadonlyMap<string, readonly DocumentedRoute[]> {
  return Map.groupBy(
    ROUTES.filter((route) => isServedIn(route, CURRENT_VERSION)),
    ({ id }) => groupOf(id),
  );
}

/**
 * A pattern of every address of the documentation. It is built from names and not a list, because the function in front
 * of the bucket has 10 kB.
 */
export function addressPattern(): RegExp {
  const groups = [...documentedGroups()].map(([group, routes]) => {
    const actions = routes.map(({ id }) => id.slice(group.length + 1));
    return `${group}(\\/(${actions.join('|')}))?`;
  });
  const below = ['errors', 'changelog', `guides\\/(${GUIDES.join('|')})`, ...groups];
  return new RegExp(`^\\${DOCUMENTATION_ADDRESS}(\\/(${below.join('|')}))?\\/?$`);
}
