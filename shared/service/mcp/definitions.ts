/**
 * Returns the tool list as JSON, built from the endpoints' documentation. In deployed functions, the bundler
 * replaces this module with the prebuilt text (infra/prebuilt-documents.ts).
 */
export async function toolDefinitionsJson(): Promise<string> {
  const { describeTools } = await import('../../platform/documents/tools.ts');
  const { ROUTES } = await import('../routes.ts');
  const { TOOL_TEXTS } = await import('./tool-texts.ts');
  const { MCP_TOOLS: TOOLS } = await import('./tools.ts');
  return JSON.stringify(describeTools(TOOLS, ROUTES, TOOL_TEXTS));
}
