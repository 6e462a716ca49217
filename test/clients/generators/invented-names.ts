import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = '**/*.{ts,py,go,java,kt}';
/** Matches a type declaration in the languages of the generators. */
const TYPE =
  /^\s*(?:export |public |abstract |data |sealed |enum )*(?:class|interface|type|struct|enum) ([A-Z]\w+)/gm;
/** Matches what generators add to a name when the document has none: a number, the kind of schema, or its position. */
const INVENTED =
  /[a-z]\d+$|AnyOf|OneOf|AllOf|Inner|Not\d*$|ResponseData|TypeType|Type\d|Item(?:Item|\d)|Response\d{3}$/;
/** Helpers of the generators themselves, not types of the document. */
const OWN = /^(?:Nullable(?:Int|Float)\d+)$/;

/** Returns the names of types in a generated client that a generator invented, because the document has no name. */
export function inventedTypeNames(folder: string): string[] {
  const paths = globSync(SOURCES, {
    cwd: folder,
    exclude: (name) => /node_modules|target|test/.test(String(name)),
  });
  const names = paths.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(TYPE)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => INVENTED.test(name) && !OWN.test(name)).toSorted();
}

/** `node test/clients/generators/invented-names.ts FOLDER...` prints these names for generated clients. */
if (import.meta.main) {
  for (const folder of process.argv.slice(2)) console.log(folder, inventedTypeNames(folder));
}
