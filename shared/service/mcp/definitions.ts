/**
 * The tools as their list names them, as JSON, made from the endpoints' own descriptions. A deployed function has the
 * text finished, and loads it with the first list: the bundler puts it in the place of this module
 * (infra/finished-documents.ts).
 */
export async function toolsText(): Promise<string> {
  const { describeTools } = await import('../../platform/documents/tools.ts');
  const { ROUTES } = await import('../routes.ts');
  const { TOOL_WORDS } = await import('./tool-words.ts');
  const { TOOLS } = await import('./tools.ts');
  return JSON.stringify(describeTools(TOOLS, ROUTES, TOOL_WORDS));
}
