// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// For tests: OpenZeppelin's token with signed allowances (EIP-2612) and a configurable number of decimals.
contract PermitToken is ERC20Permit {
    uint8 private immutable places;

    constructor(uint8 decimals_) ERC20("Permit token", "PRMT") ERC20Permit("Permit token") {
        places = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    /// Anybody may mint, because the token has no value.
    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}
