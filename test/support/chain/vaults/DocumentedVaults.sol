// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

interface Mintable {
    function mint(address to, uint256 value) external;
}

/// A vault that can be stopped and can lose assets. Like the vaults below, it was written for these tests. Each adds
/// to OpenZeppelin's vault what the documentation of a real vault says.
abstract contract TestedVault is ERC4626 {
    string internal stopped;

    constructor(IERC20 asset_) ERC4626(asset_) ERC20("Vault of the tests", "TEST") {}

    /// Rejects all deposits with this reason.
    function stop(string calldata reason) external {
        stopped = reason;
    }

    function lose(uint256 basisPoints) external virtual {
        IERC20(asset()).transfer(address(0xdead), IERC20(asset()).balanceOf(address(this)) * basisPoints / 10_000);
    }

    function requireOpen() internal view {
        require(bytes(stopped).length == 0, stopped);
    }

    function maxDeposit(address) public view virtual override returns (uint256) {
        return bytes(stopped).length == 0 ? type(uint256).max : 0;
    }

    function deposit(uint256 assets, address receiver) public virtual override returns (uint256 shares) {
        requireOpen();
        shares = previewDeposit(assets);
        _deposit(_msgSender(), receiver, assets, shares);
    }
}

/// Morpho V2: shares of 18 decimals, and every `max*` is 0.
contract MorphoVaultV2 is TestedVault {
    constructor(IERC20 asset_) TestedVault(asset_) {}

    function _decimalsOffset() internal pure override returns (uint8) {
        return 12;
    }

    function maxDeposit(address) public pure override returns (uint256) {
        return 0;
    }

    function maxWithdraw(address) public pure override returns (uint256) {
        return 0;
    }

    function maxRedeem(address) public pure override returns (uint256) {
        return 0;
    }

    function withdraw(uint256 assets, address receiver, address owner) public override returns (uint256 shares) {
        shares = previewWithdraw(assets);
        _withdraw(_msgSender(), receiver, owner, assets, shares);
    }

    function redeem(uint256 shares, address receiver, address owner) public override returns (uint256 assets) {
        assets = previewRedeem(shares);
        _withdraw(_msgSender(), receiver, owner, assets, shares);
    }
}

/// Yearn v3: a loss lowers the price once it is reported. Until then a `withdraw` that includes a part of the loss
/// reverts, and a `redeem` pays less than its preview.
contract YearnVaultV3 is TestedVault {
    uint256 private unreported;

    constructor(IERC20 asset_) TestedVault(asset_) {}

    function lose(uint256 basisPoints) external override {
        unreported += totalAssets() * basisPoints / 10_000;
    }

    function process_report() external {
        IERC20(asset()).transfer(address(0xdead), unreported);
        unreported = 0;
    }

    function withdraw(uint256 assets, address receiver, address owner) public override returns (uint256) {
        require(unreported == 0, "too much loss");
        return super.withdraw(assets, receiver, owner);
    }

    function redeem(uint256 shares, address receiver, address owner) public override returns (uint256 assets) {
        uint256 previewed = previewRedeem(shares);
        uint256 lost = Math.mulDiv(unreported, shares, totalSupply());
        unreported -= lost;
        assets = previewed - lost;
        _withdraw(_msgSender(), receiver, owner, assets, shares);
        IERC20(asset()).transfer(address(0xdead), lost);
    }
}

/// Euler's connector: calls a vault on behalf of its caller.
contract EulerConnector {
    address public onBehalfOf;

    function call(address vault, address account, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == vault, "E_NotAuthorized");
        onBehalfOf = account;
        (bool success, bytes memory answer) = vault.call(data);
        onBehalfOf = address(0);
        if (success) return answer;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}

/// Euler EVK: assets and shares have a million virtual units. A direct call is repeated through the connector with
/// unchanged bytes.
contract EulerVault is TestedVault {
    EulerConnector private immutable connector = new EulerConnector();
    uint256 private constant VIRTUAL = 1e6;

    constructor(IERC20 asset_) TestedVault(asset_) {}

    modifier throughConnector() {
        if (msg.sender == address(connector)) {
            _;
        } else {
            bytes memory answer = connector.call(address(this), msg.sender, msg.data);
            assembly {
                return(add(answer, 32), mload(answer))
            }
        }
    }

    function _msgSender() internal view override returns (address) {
        return msg.sender == address(connector) ? connector.onBehalfOf() : msg.sender;
    }

    function _convertToShares(uint256 assets, Math.Rounding rounding) internal view override returns (uint256) {
        return Math.mulDiv(assets, totalSupply() + VIRTUAL, totalAssets() + VIRTUAL, rounding);
    }

    function _convertToAssets(uint256 shares, Math.Rounding rounding) internal view override returns (uint256) {
        return Math.mulDiv(shares, totalAssets() + VIRTUAL, totalSupply() + VIRTUAL, rounding);
    }

    function deposit(uint256 assets, address receiver) public override throughConnector returns (uint256) {
        return super.deposit(assets, receiver);
    }

    function withdraw(uint256 assets, address receiver, address owner)
        public
        override
        throughConnector
        returns (uint256)
    {
        return super.withdraw(assets, receiver, owner);
    }

    function redeem(uint256 shares, address receiver, address owner)
        public
        override
        throughConnector
        returns (uint256)
    {
        return super.redeem(shares, receiver, owner);
    }
}

/// Sky's savings: the price grows by the second, without an event, and never falls.
contract SkySavings is TestedVault {
    uint256 private constant RAY = 1e27;
    uint256 private immutable startedAt = block.timestamp;

    constructor(IERC20 asset_) TestedVault(asset_) {}

    /// 4.5% a year, simple interest.
    function chi() public view returns (uint256) {
        return RAY + RAY * 45 * (block.timestamp - startedAt) / (1_000 * 365 days);
    }

    function totalAssets() public view override returns (uint256) {
        return totalSupply() * chi() / RAY;
    }

    function _convertToShares(uint256 assets, Math.Rounding rounding) internal view override returns (uint256) {
        return Math.mulDiv(assets, RAY, chi(), rounding);
    }

    function _convertToAssets(uint256 shares, Math.Rounding rounding) internal view override returns (uint256) {
        return Math.mulDiv(shares, chi(), RAY, rounding);
    }

    function _withdraw(address caller, address receiver, address owner, uint256 assets, uint256 shares)
        internal
        override
    {
        uint256 held = IERC20(asset()).balanceOf(address(this));
        if (held < assets) Mintable(asset()).mint(address(this), assets - held);
        super._withdraw(caller, receiver, owner, assets, shares);
    }
}
