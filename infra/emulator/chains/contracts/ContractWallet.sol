// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A contract wallet that accepts signatures of its owner's key (EIP-1271). Reverts unless the signature has 65 bytes.
contract ContractWallet {
    address private owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "not a signature");
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        return ecrecover(hash, uint8(signature[64]), r, s) == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
