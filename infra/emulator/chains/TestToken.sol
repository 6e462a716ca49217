// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token for local chains: what a wallet's balance is read by, and what moves it.
contract TestToken {
    /// Storage slot 0.
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// Anybody may mint: it is play money.
    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}
