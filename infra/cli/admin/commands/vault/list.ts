import { listVaults } from '../../../../../shared/investments/vaults/vaults.ts';
import type { Command } from '../../command.ts';

export const vaultListCommand: Command = {
  name: 'vault list',
  summary: 'List the registered vaults',
  positionals: [],
  recorded: 'never',
  options: {},
  async run({ table, print }) {
    const vaults = await listVaults(table);
    print(vaults.map(({ asset, ...vault }) => ({ ...vault, asset: asset.symbol, decimals: asset.decimals })));
  },
};
