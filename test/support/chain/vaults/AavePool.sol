// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {DataTypes} from "@aave-dao/aave-v3-origin/src/contracts/protocol/libraries/types/DataTypes.sol";
import {ReserveConfiguration} from
    "@aave-dao/aave-v3-origin/src/contracts/protocol/libraries/configuration/ReserveConfiguration.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// The contracts that Aave's static token calls, in one: the pool of one asset, its aToken, and the access control.
contract AavePool {
    using ReserveConfiguration for DataTypes.ReserveConfigurationMap;

    uint256 private constant RAY = 1e27;
    IERC20 private immutable asset;
    uint256 private index = RAY;
    bool private paused;
    uint256 private supplyCap;
    mapping(address => uint256) private scaled;
    uint256 public scaledTotalSupply;

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    function POOL() external view returns (address) {
        return address(this);
    }

    function ADDRESSES_PROVIDER() external view returns (address) {
        return address(this);
    }

    function getACLManager() external view returns (address) {
        return address(this);
    }

    function isEmergencyAdmin(address) external pure returns (bool) {
        return true;
    }

    function getRewardsByAsset(address) external pure returns (address[] memory rewards) {}

    function UNDERLYING_ASSET_ADDRESS() external view returns (address) {
        return address(asset);
    }

    /// The index never falls. A loss is a deficit that somebody covers, not a lower price.
    function earn(uint256 basisPoints) external {
        index += index * basisPoints / 10_000;
    }

    function setReserve(bool paused_, uint256 supplyCap_) external {
        paused = paused_;
        supplyCap = supplyCap_;
    }

    function getReserveNormalizedIncome(address) external view returns (uint256) {
        return index;
    }

    function getConfiguration(address) public view returns (DataTypes.ReserveConfigurationMap memory map) {
        map.setActive(true);
        map.setPaused(paused);
        map.setDecimals(6);
        map.setSupplyCap(supplyCap);
    }

    function getReserveData(address) external view returns (DataTypes.ReserveDataLegacy memory data) {
        data.configuration = getConfiguration(address(asset));
        data.aTokenAddress = address(this);
    }

    function getVirtualUnderlyingBalance(address) external view returns (uint128) {
        return uint128(asset.balanceOf(address(this)));
    }

    function deposit(address, uint256 amount, address onBehalfOf, uint16) external {
        require(!paused, "RESERVE_PAUSED");
        uint256 made = amount * RAY / index;
        scaled[onBehalfOf] += made;
        scaledTotalSupply += made;
        require(supplyCap == 0 || scaledTotalSupply * index / RAY <= supplyCap * 1e6, "SUPPLY_CAP_EXCEEDED");
        SafeERC20.safeTransferFrom(asset, msg.sender, address(this), amount);
    }

    function withdraw(address, uint256 amount, address to) external returns (uint256) {
        require(!paused, "RESERVE_PAUSED");
        uint256 burned = amount * RAY / index;
        scaled[msg.sender] -= burned;
        scaledTotalSupply -= burned;
        SafeERC20.safeTransfer(asset, to, amount);
        return amount;
    }
}
