// Made of the OpenAPI document by `npm run generate`: change the contract, not this file.

/** The version of the client and of the API document that it is made of. */
export const VERSION = '0.1.0';
