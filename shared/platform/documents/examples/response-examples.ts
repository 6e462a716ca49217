import type { DocumentedRoute } from '../../contract/documented-route.ts';
import { buildSuccessBodySchema } from '../../contract/responses.ts';
import { type ApiVersion, isServedIn } from '../../contract/versions/versions.ts';
import { Components } from '../components.ts';
import { operationTypeName } from '../type-names.ts';
import { findRecordedResponse, findResponseVariants } from './recorded-answers.ts';

const formatJson = (value: unknown) => JSON.stringify(value, null, 2);
const formatVariant = ([name, value]: readonly [string, unknown]) => `// ${name}\n${formatJson(value)}`;

/** Returns an example response (JSON text) of each operation with the response envelope, by operation id. */
export function buildResponseExamples(
  routes: readonly DocumentedRoute[],
  version: ApiVersion,
): ReadonlyMap<string, string> {
  const components = new Components();
  const routesWithEnvelope = routes.filter(
    (route) => isServedIn(route, version) && route.format === undefined,
  );
  return new Map(
    routesWithEnvelope.map(({ id, response, paginated, meta }) => {
      const schema = components.addResponse(
        `${operationTypeName(id)}Response`,
        buildSuccessBodySchema(response, { paginated, meta }),
      );
      const variants = findResponseVariants(id);
      if (variants !== undefined) return [id, Object.entries(variants).map(formatVariant).join('\n\n')];
      return [id, formatJson(findRecordedResponse(id) ?? components.draftResponse(schema, id))];
    }),
  );
}
