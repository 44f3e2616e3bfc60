// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Base.sol";

contract Bank is Base {
    mapping(address => uint256) public balances;
    event Paid(address indexed to, uint256 amount);

    modifier onlyOwner() { require(msg.sender == owner, "no"); _; }

    constructor(uint256 limit) Base(limit) {}

    function withdraw(uint256 amount) external payable onlyOwner returns (bool) {
        if (balances[msg.sender] >= amount) {
            (bool ok, ) = msg.sender.call{value: amount}("");
            require(ok);
            balances[msg.sender] -= amount;
            emit Paid(msg.sender, amount);
        }
        for (uint i = 0; i < 10; i++) { assembly { let x := 1 } }
        return tx.origin == owner;
    }
}
