// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";

/// The router of the local chains: it deposits for a minimum of shares, and withdraws for a maximum of shares or a
/// minimum of assets. It was written for this repository, because no package registry has one, and has the signatures of
/// two routers that are in use, which differ in the order of their arguments.
contract VaultRouter {
    /// Several of its calls for one caller: all of them, or none.
    function multicall(bytes[] calldata calls) external payable returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory data) = address(this).delegatecall(calls[i]);
            require(success, "a call of several failed");
            results[i] = data;
        }
    }

    /// The caller's own permit for this router, unless what it allows is allowed already.
    function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        payable
    {
        if (IERC20(token).allowance(msg.sender, address(this)) >= value) return;
        IERC20Permit(token).permit(msg.sender, address(this), value, deadline, v, r, s);
    }

    /// As the router that was written beside the standard has it.
    function depositToVault(IERC4626 vault, address to, uint256 amount, uint256 minSharesOut)
        external
        payable
        returns (uint256)
    {
        return pay(vault, amount, to, minSharesOut);
    }

    /// As Yearn's has it.
    function depositToVault(IERC4626 vault, uint256 amount, address to, uint256 minSharesOut)
        external
        payable
        returns (uint256)
    {
        return pay(vault, amount, to, minSharesOut);
    }

    /// As the router that was written beside the standard has it.
    function withdraw(IERC4626 vault, address to, uint256 amount, uint256 maxSharesOut)
        external
        payable
        returns (uint256)
    {
        return take(vault, amount, to, maxSharesOut);
    }

    /// As Yearn's has it.
    function withdrawDefault(IERC4626 vault, uint256 amount, address to, uint256 maxSharesOut)
        external
        payable
        returns (uint256)
    {
        return take(vault, amount, to, maxSharesOut);
    }

    /// As the router that was written beside the standard has it.
    function redeem(IERC4626 vault, address to, uint256 shares, uint256 minAmountOut)
        external
        payable
        returns (uint256)
    {
        return give(vault, shares, to, minAmountOut);
    }

    /// As Yearn's has it.
    function redeemDefault(IERC4626 vault, uint256 shares, address to, uint256 minAmountOut)
        external
        payable
        returns (uint256)
    {
        return give(vault, shares, to, minAmountOut);
    }

    function pay(IERC4626 vault, uint256 amount, address to, uint256 minSharesOut) private returns (uint256 shares) {
        IERC20 asset = IERC20(vault.asset());
        asset.transferFrom(msg.sender, address(this), amount);
        asset.approve(address(vault), amount);
        shares = vault.deposit(amount, to);
        require(shares >= minSharesOut, "too few shares");
    }

    function take(IERC4626 vault, uint256 amount, address to, uint256 maxSharesOut) private returns (uint256 shares) {
        shares = vault.withdraw(amount, to, msg.sender);
        require(shares <= maxSharesOut, "too many shares");
    }

    function give(IERC4626 vault, uint256 shares, address to, uint256 minAmountOut) private returns (uint256 amount) {
        amount = vault.redeem(shares, to, msg.sender);
        require(amount >= minAmountOut, "too few assets");
    }
}
