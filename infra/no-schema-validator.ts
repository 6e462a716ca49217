/**
 * Stands in for what the library for MCP would check answers of users by: no tool of ours asks a user for anything, and
 * what a tool takes is checked by its endpoint.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Nothing is validated by a JSON schema here');
  }
}
