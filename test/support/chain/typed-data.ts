import * as z from 'zod';

const hex = z.templateLiteral(['0x', z.string()]);
const field = z.object({ name: z.string(), type: z.string() });
const typedData = z.object({
  types: z.record(z.string(), z.array(field)),
  primaryType: z.string(),
  domain: z.object({
    name: z.string().optional(),
    version: z.string().optional(),
    chainId: z.number().optional(),
    verifyingContract: hex.optional(),
    salt: hex.optional(),
  }),
  message: z.record(z.string(), z.unknown()),
});

/** Parses the typed data (EIP-712) that a wallet signs. Throws for any other text. */
export function parseTypedData(json: string | null | undefined): z.infer<typeof typedData> {
  return typedData.parse(JSON.parse(json ?? ''));
}
