import type { DocumentedRoute } from '../../contract/documented-route.ts';
import { successBody } from '../../contract/responses.ts';
import { type ApiVersion, isServedIn } from '../../contract/versions/versions.ts';
import { Components } from '../components.ts';

/** What each operation in the envelope answers with, for example: JSON by the operation's id. */
export function answerExamples(
  routes: readonly DocumentedRoute[],
  version: ApiVersion,
): ReadonlyMap<string, string> {
  const components = new Components();
  const enveloped = routes.filter((route) => isServedIn(route, version) && route.format === undefined);
  return new Map(
    enveloped.map(({ id, response, paginated, meta }) => {
      const schema = components.schemaOf(successBody(response, { paginated, meta }));
      return [id, JSON.stringify(components.exampleOf(schema, id), null, 2)];
    }),
  );
}
