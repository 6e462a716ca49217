// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

interface Mintable {
    function mint(address to, uint256 value) external;
}

/// OpenZeppelin's ERC-4626 vault whose asset is a token that anybody may mint. The vault earns interest: `earn` mints
/// the interest since the last call to the vault. Tests can pause the vault or make it lose assets.
contract DemoVault is ERC4626 {
    uint256 private constant ONE = 1e18;
    uint256 private constant YEAR = 365 days;

    /// Simple interest rate per year, in units of 1e-18.
    uint256 public immutable yearlyRate;
    /// Time of the last `earn`, in Unix seconds.
    uint256 public earnedAt;
    bool public paused;

    constructor(IERC20 asset_, string memory name_, string memory symbol_, uint256 yearlyRate_)
        ERC4626(asset_)
        ERC20(name_, symbol_)
    {
        yearlyRate = yearlyRate_;
        earnedAt = block.timestamp;
    }

    function totalAssets() public view override returns (uint256) {
        return super.totalAssets() + pending();
    }

    /// Interest since the last `earn`, in base units of the asset.
    function pending() public view returns (uint256) {
        return super.totalAssets() * yearlyRate * (block.timestamp - earnedAt) / (ONE * YEAR);
    }

    function earn() public {
        uint256 made = pending();
        earnedAt = block.timestamp;
        if (made > 0) Mintable(asset()).mint(address(this), made);
    }

    /// For tests: a paused vault reports 0 for its deposit, withdrawal and redemption limits.
    function setPaused(bool paused_) external {
        paused = paused_;
    }

    /// For tests: the vault loses this share of its assets, in basis points.
    function lose(uint256 basisPoints) external {
        earn();
        IERC20(asset()).transfer(address(0xdead), super.totalAssets() * basisPoints / 10_000);
    }

    function maxDeposit(address owner) public view virtual override returns (uint256) {
        return paused ? 0 : super.maxDeposit(owner);
    }

    function maxWithdraw(address owner) public view override returns (uint256) {
        return paused ? 0 : super.maxWithdraw(owner);
    }

    function maxRedeem(address owner) public view override returns (uint256) {
        return paused ? 0 : super.maxRedeem(owner);
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        earn();
        super._deposit(caller, receiver, assets, shares);
    }

    function _withdraw(address caller, address receiver, address owner, uint256 assets, uint256 shares)
        internal
        override
    {
        earn();
        super._withdraw(caller, receiver, owner, assets, shares);
    }
}
