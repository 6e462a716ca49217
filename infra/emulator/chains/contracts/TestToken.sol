// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token for local chains, as it stands at a real token's address: it has no constructor, so that what differs from
/// token to token is written into its storage.
contract TestToken {
    /// Storage slots 0 to 3.
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint8 public decimals;
    /// Whether an allowance must be 0 before it can be another, as with USDT.
    bool public resetsAllowance;
    /// What it keeps of every transfer, in hundredths of a percent: nothing, unless a test says otherwise.
    uint256 public keptBasisPoints;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function approve(address spender, uint256 value) external returns (bool) {
        require(!resetsAllowance || value == 0 || allowance[msg.sender][spender] == 0, "allowance must be 0 first");
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

    /// Anybody may mint: it is play money.
    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value - value * keptBasisPoints / 10_000;
        emit Transfer(from, to, value);
    }
}
