// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token for local chains. The code is placed at the address of a real token without running a constructor, so
/// the settings of each token are written directly into the storage slots.
contract TestToken {
    /// The storage slots 0 to 3 hold `balanceOf` to `keptBasisPoints`; `decimals` and the two flags share slot 2.
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint8 public decimals;
    /// Whether an allowance must be set to 0 before it can be set to another value, as with USDT.
    bool public resetsAllowance;
    /// Whether allowances can be signed (EIP-2612), as with USDC.
    bool public takesPermits;
    /// Fee of the token on every transfer, in basis points. 0 unless a test sets another value.
    uint256 public keptBasisPoints;
    mapping(address => uint256) private permits;

    string public constant name = "Test token";
    string public constant version = "1";

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function approve(address spender, uint256 value) external returns (bool) {
        require(!resetsAllowance || value == 0 || allowance[msg.sender][spender] == 0, "allowance must be 0 first");
        allow(msg.sender, spender, value);
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

    /// Number of permits that the account has used (EIP-2612).
    function nonces(address owner) external view returns (uint256) {
        require(takesPermits, "no permits");
        return permits[owner];
    }

    /// Sets an allowance that the owner has signed (EIP-2612).
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(takesPermits && block.timestamp <= deadline, "no permit");
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                block.chainid,
                address(this)
            )
        );
        bytes32 content = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                owner,
                spender,
                value,
                permits[owner]++,
                deadline
            )
        );
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", domain, content)), v, r, s);
        require(signer != address(0) && signer == owner, "not the owner's signature");
        allow(owner, spender, value);
    }

    /// Anybody may mint, because the token has no value.
    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function allow(address owner, address spender, uint256 value) private {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value - value * keptBasisPoints / 10_000;
        emit Transfer(from, to, value);
    }
}
