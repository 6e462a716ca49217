// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DemoVault} from "./DemoVault.sol";

/// For tests: a vault with switchable features for which the service rejects some vaults. All are off at first.
contract OddVault is DemoVault {
    bool public asynchronous;
    uint256 public cooldownDuration;
    uint256 public entryBasisPoints;
    /// Result of `maxDeposit`, in base units of the asset. `keepsLimit` tells whether `deposit` enforces the limit.
    uint256 public limit = type(uint256).max;
    bool public keepsLimit;
    /// Whether `deposit` reverts when the calldata has extra bytes after the arguments.
    bool public exactCalldata;
    /// Decimals of the shares minus decimals of the asset.
    uint8 private immutable offset;

    constructor(IERC20 asset_, uint8 offset_) DemoVault(asset_, "Odd vault", "ODD", 0) {
        offset = offset_;
    }

    function payOnRequest(bool asynchronous_) external {
        asynchronous = asynchronous_;
    }

    function coolDown(uint256 duration) external {
        cooldownDuration = duration;
    }

    function takeOnEntry(uint256 basisPoints) external {
        entryBasisPoints = basisPoints;
    }

    function takeAtMost(uint256 limit_, bool keepsLimit_) external {
        limit = limit_;
        keepsLimit = keepsLimit_;
    }

    function requireExactCalldata(bool exactCalldata_) external {
        exactCalldata = exactCalldata_;
    }

    /// ERC-165 detection of the two interfaces of ERC-7540 (asynchronous vaults); false for all other interfaces.
    function supportsInterface(bytes4 id) external view returns (bool) {
        return asynchronous && (id == 0xce3bbe50 || id == 0x620ee8e4);
    }

    function _decimalsOffset() internal view override returns (uint8) {
        return offset;
    }

    function maxDeposit(address) public view override returns (uint256) {
        return limit;
    }

    function previewDeposit(uint256 assets) public view override returns (uint256) {
        return super.previewDeposit(assets - assets * entryBasisPoints / 10_000);
    }

    function deposit(uint256 assets, address receiver) public override returns (uint256 shares) {
        require(!keepsLimit || assets <= limit, "full");
        require(!exactCalldata || msg.data.length == 68, "trailing bytes");
        shares = previewDeposit(assets);
        _deposit(msg.sender, receiver, assets, shares);
    }
}
