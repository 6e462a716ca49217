// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DemoVault} from "./DemoVault.sol";

/// For tests: a vault with the habits for which some are refused, each until it is told otherwise absent.
contract OddVault is DemoVault {
    bool public asynchronous;
    uint256 public cooldownDuration;
    uint256 public entryBasisPoints;
    /// What it says that it takes at most, and whether it keeps to that.
    uint256 public limit = type(uint256).max;
    bool public keepsLimit;
    /// Whether it refuses bytes behind the arguments of a deposit.
    bool public exactCalldata;
    /// Decimals that its shares have beyond those of the asset.
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

    /// ERC-165, of the two interfaces of ERC-7540 alone.
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
