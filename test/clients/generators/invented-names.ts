import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE_FILES_GLOB = '**/*.{ts,py,go,java,kt}';
/** Matches a type declaration in the languages of the generators. */
const TYPE_DECLARATION_PATTERN =
  /^\s*(?:export |public |abstract |data |sealed |enum )*(?:class|interface|type|struct|enum) ([A-Z]\w+)/gm;
/**
 * Matches a type name that a generator invented, because the document does not name the schema. Such a name contains a
 * number, the kind of the schema or its position.
 */
const INVENTED_NAME_PATTERN =
  /[a-z]\d+$|AnyOf|OneOf|AllOf|Inner|Not\d*$|ResponseData|TypeType|Type\d|Item(?:Item|\d)|Response\d{3}$/;
/** Matches the names of helper types that belong to a generator, not to the document. */
const OWN = /^(?:Nullable(?:Int|Float)\d+)$/;

/**
 * Returns the type names in a generated client that its generator invented. A generator invents a name if the OpenAPI
 * document does not name the type.
 */
export function findInventedTypeNames(folder: string): string[] {
  const paths = globSync(SOURCE_FILES_GLOB, {
    cwd: folder,
    exclude: (name) => /node_modules|target|test/.test(String(name)),
  });
  const names = paths.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(TYPE_DECLARATION_PATTERN)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(names)].filter((name) => INVENTED_NAME_PATTERN.test(name) && !OWN.test(name)).toSorted();
}

/**
 * Usage: `node test/clients/generators/invented-names.ts FOLDER...` prints the invented type names of the generated
 * clients in these folders.
 */
if (import.meta.main) {
  for (const folder of process.argv.slice(2)) console.log(folder, findInventedTypeNames(folder));
}
