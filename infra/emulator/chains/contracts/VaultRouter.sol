// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";

/// The ERC-4626 router of the local chains. Deposits revert below a minimum of shares. Withdrawals revert above a
/// maximum of shares, and redemptions below a minimum of assets. No package registry offers a router, so the project
/// has its own. It offers the signatures of two routers in use, which differ in the order of their arguments.
contract VaultRouter {
    /// Runs several router calls for one caller in one transaction, and reverts all of them if one fails.
    function multicall(bytes[] calldata calls) external payable returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory data) = address(this).delegatecall(calls[i]);
            require(success, "a call of several failed");
            results[i] = data;
        }
    }

    /// Uses the caller's signed permit for this router, unless the current allowance already covers `value`.
    function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        payable
    {
        if (IERC20(token).allowance(msg.sender, address(this)) >= value) return;
        IERC20Permit(token).permit(msg.sender, address(this), value, deadline, v, r, s);
    }

    /// Signature of the ERC-4626 reference router.
    function depositToVault(IERC4626 vault, address to, uint256 amount, uint256 minSharesOut)
        external
        payable
        returns (uint256)
    {
        return pay(vault, amount, to, minSharesOut);
    }

    /// Signature of Yearn's router.
    function depositToVault(IERC4626 vault, uint256 amount, address to, uint256 minSharesOut)
        external
        payable
        returns (uint256)
    {
        return pay(vault, amount, to, minSharesOut);
    }

    /// Signature of the ERC-4626 reference router.
    function withdraw(IERC4626 vault, address to, uint256 amount, uint256 maxSharesOut)
        external
        payable
        returns (uint256)
    {
        return take(vault, amount, to, maxSharesOut);
    }

    /// Signature of Yearn's router.
    function withdrawDefault(IERC4626 vault, uint256 amount, address to, uint256 maxSharesOut)
        external
        payable
        returns (uint256)
    {
        return take(vault, amount, to, maxSharesOut);
    }

    /// Signature of the ERC-4626 reference router.
    function redeem(IERC4626 vault, address to, uint256 shares, uint256 minAmountOut)
        external
        payable
        returns (uint256)
    {
        return give(vault, shares, to, minAmountOut);
    }

    /// Signature of Yearn's router.
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
