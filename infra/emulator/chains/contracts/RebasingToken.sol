// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// For tests: a rebasing token. An account holds parts, and its balance is parts times `index`. A change of `index`
/// changes all balances without a transfer. A transfer moves whole parts, so rounding can reduce its amount.
contract RebasingToken {
    uint256 private constant ONE = 1e18;
    uint8 public constant decimals = 6;

    /// Base units of the token per part, in units of 1e-18.
    uint256 public index = ONE;
    mapping(address => uint256) private parts;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function balanceOf(address account) public view returns (uint256) {
        return parts[account] * index / ONE;
    }

    /// Changes all balances by this many basis points; negative values reduce them.
    function rebase(int256 basisPoints) external {
        index = index * uint256(10_000 + basisPoints) / 10_000;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    /// Anybody may mint, because the token has no value.
    function mint(address to, uint256 value) external {
        parts[to] += value * ONE / index;
        emit Transfer(address(0), to, value);
    }

    function move(address from, address to, uint256 value) private {
        uint256 moved = value * ONE / index;
        parts[from] -= moved;
        parts[to] += moved;
        emit Transfer(from, to, moved * index / ONE);
    }
}
