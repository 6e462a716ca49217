import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { requireTool, runTool } from '../../aws/engine/tool.ts';
import { installNpmTools, installOapiCodegen, installPythonTools } from './tools.ts';

const PROGRAMS_FOLDER = join(import.meta.dirname, 'programs');

/** The folder and the OpenAPI document of a generated client. */
interface GeneratorInput {
  readonly folder: string;
  readonly document: string;
}

/** Runs the program of a client and returns what it printed. */
type Program = (env: Readonly<Record<string, string>>) => Promise<string>;

/**
 * Generates a client and compiles it together with a program that uses it. Resolves to a function that runs this
 * program.
 */
type Generator = (input: GeneratorInput) => Promise<Program>;

const copy = (name: string, to: string) => copyFileSync(join(PROGRAMS_FOLDER, name), to);

const TYPESCRIPT_CONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
  },
  include: ['*.ts', '**/*.ts'],
};

/**
 * Returns a generator that creates a TypeScript client, type-checks it together with a program that uses it, and
 * bundles both. The generator resolves to a function that runs this bundle.
 */
function typescript(
  name: string,
  generate: (bin: string, input: GeneratorInput) => Promise<string>,
): Generator {
  return async (input) => {
    const { folder } = input;
    const modules = join(await installNpmTools(), 'node_modules');
    symlinkSync(modules, join(folder, 'node_modules'));
    for (const file of [`${name}.ts`, 'tell.ts']) copy(file, join(folder, file));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPESCRIPT_CONFIG));
    const bin = join(modules, '.bin');
    await generate(bin, input);
    await runTool(join(bin, 'tsc'), ['-p', '.'], { cwd: folder });
    const bundle = ['--bundle', '--format=esm', '--platform=node', '--outfile=out.mjs', '--log-level=error'];
    await runTool(join(bin, 'esbuild'), [`${name}.ts`, ...bundle], { cwd: folder });
    return (env) => runTool(process.execPath, ['out.mjs'], { cwd: folder, env });
  };
}

/** Runs openapi-generator, which is one Java archive. */
async function runOpenapiGenerator(
  language: string,
  { folder, document }: GeneratorInput,
  ...options: string[]
) {
  const java = requireTool('java', 'openapi-generator is a Java program (11 or later).');
  const [archive = ''] = globSync(
    join(await installPythonTools(), 'lib/*/site-packages/openapi_generator_cli/*.jar'),
  );
  await runTool(java, [
    '-jar',
    archive,
    'generate',
    '-i',
    document,
    '-g',
    language,
    '-o',
    folder,
    ...options,
  ]);
}

async function python(program: string, { folder }: GeneratorInput): Promise<Program> {
  copy(program, join(folder, program));
  const interpreter = join(await installPythonTools(), 'bin', 'python');
  return (env) => runTool(interpreter, [program], { cwd: folder, env });
}

/** Compiles a generated Maven project. Returns its classpath. */
async function compileWithMaven(folder: string): Promise<string> {
  const maven = requireTool('mvn', 'the generated Java and Kotlin clients are compiled with Maven.');
  const classpath = [
    'dependency:build-classpath',
    '-Dmdep.outputFile=classpath.txt',
    '-Dmdep.includeScope=runtime',
  ];
  // No Kotlin daemon, because it would outlive the test.
  const flags = ['-q', '-B', '-DskipTests', '-Dkotlin.compiler.daemon=false'];
  await runTool(maven, [...flags, 'compile', ...classpath], { cwd: folder });
  return ['target/classes', readFileSync(join(folder, 'classpath.txt'), 'utf8').trim()].join(delimiter);
}

/** Generates a Go client with openapi-generator and compiles it. No program calls this client. */
export async function compileOpenapiGeneratorGo(input: GeneratorInput): Promise<void> {
  const { folder } = input;
  await runOpenapiGenerator('go', input);
  await runTool('go', ['mod', 'tidy'], { cwd: folder });
  await runTool('go', ['build', './...'], { cwd: folder });
}

/** Generates a client whose language is not installed here. The client is not compiled. */
export async function generateWithoutCompiling(language: string, input: GeneratorInput): Promise<number> {
  await runOpenapiGenerator(language, input);
  return globSync('**/*', { cwd: input.folder }).length;
}

/** The most widely used client generators for OpenAPI documents. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript with openapi-fetch': typescript('openapi-fetch', (bin, { folder, document }) =>
    runTool(join(bin, 'openapi-typescript'), [document, '-o', join(folder, 'openapi-fetch', 'schema.d.ts')]),
  ),
  'hey-api': typescript('hey-api', (bin, { folder, document }) =>
    runTool(join(bin, 'openapi-ts'), ['-i', document, '-o', 'hey-api', '-c', '@hey-api/client-fetch'], {
      cwd: folder,
    }),
  ),
  orval: typescript('orval', (bin, { folder, document }) => {
    const output = { mode: 'split', target: './orval/index.ts', client: 'fetch' };
    const settings = { service: { input: document, output } };
    writeFileSync(join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(settings)};\n`);
    return runTool(join(bin, 'orval'), ['--config', 'orval.config.cjs'], { cwd: folder });
  }),
  'openapi-python-client': async (input) => {
    const { folder, document } = input;
    const tool = join(await installPythonTools(), 'bin', 'openapi-python-client');
    const output = ['--output-path', join(folder, 'client'), '--overwrite', '--meta', 'none'];
    await runTool(tool, ['generate', '--path', document, ...output]);
    return python('openapi_python_client.py', input);
  },
  'openapi-generator for Python': async (input) => {
    await runOpenapiGenerator('python', input);
    return python('openapi_generator_python.py', input);
  },
  'openapi-generator for Java': async (input) => {
    const { folder } = input;
    await runOpenapiGenerator('java', input, '--additional-properties=useSingleRequestParameter=true');
    copy('Calls.java', join(folder, 'src', 'main', 'java', 'Calls.java'));
    const classpath = await compileWithMaven(folder);
    return (env) => runTool('java', ['-cp', classpath, 'Calls'], { cwd: folder, env });
  },
  'openapi-generator for Kotlin': async (input) => {
    const { folder } = input;
    await runOpenapiGenerator('kotlin', input);
    copy('Calls.kt', join(folder, 'src', 'main', 'kotlin', 'Calls.kt'));
    // Replaces the generated Gradle project, which would need another tool.
    copy('kotlin-pom.xml', join(folder, 'pom.xml'));
    const classpath = await compileWithMaven(folder);
    return (env) => runTool('java', ['-cp', classpath, 'CallsKt'], { cwd: folder, env });
  },
  'oapi-codegen': async ({ folder, document }) => {
    mkdirSync(join(folder, 'api'), { recursive: true });
    copy('main.go', join(folder, 'main.go'));
    const output = ['-generate', 'types,client', '-package', 'api', '-o', join(folder, 'api', 'api.go')];
    await runTool(await installOapiCodegen(), [...output, document]);
    await runTool('go', ['mod', 'init', 'clients'], { cwd: folder });
    await runTool('go', ['mod', 'tidy'], { cwd: folder });
    await runTool('go', ['build', '-o', 'calls', '.'], { cwd: folder });
    return (env) => runTool(join(folder, 'calls'), [], { cwd: folder, env });
  },
};
