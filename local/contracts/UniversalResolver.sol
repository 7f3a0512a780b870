// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {HexText} from "./HexText.sol";
import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";

/// @dev How several questions are asked of one server, or of a client that asks them by itself (ENSIP-21).
interface BatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] calldata requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

interface ExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

/// @title One call from a name to its record and from an address to its name, as clients of ENS ask it.
/// @dev Names arrive in DNS form. A resolver of a parent answers for its children if it is an extended one
/// (ENSIP-10), and may send the client to a gateway (ERC-3668). The forward check of `reverse` stays on the chain.
contract UniversalResolver {
    bytes4 private constant EXTENDED = 0x9061b923;
    uint256 private constant ETHER = 60;

    NameRegistry public immutable registry;

    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverError(bytes errorData);
    error UnsupportedResolverProfile(bytes4 selector);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error HttpError(uint16 status, string message);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        return _resolve(name, data, _ownBatches());
    }

    /// @notice The gateways answer batches; the servers that resolvers name are asked by them.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        return _resolve(name, data, gateways);
    }

    function reverse(bytes calldata account, uint256 coinType)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(account, coinType);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(account, coinType);
    }

    /// @notice Where the client comes back with the gateway's answer; the resolver that asked checks it.
    function resolveCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory, address)
    {
        (address resolver, bytes4 callback, bytes memory extra) = abi.decode(extraData, (address, bytes4, bytes));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) _revert(responses[0]);
        return _accept(resolver, callback, responses[0], extra);
    }

    function _accept(address resolver, bytes4 callback, bytes memory response, bytes memory extra)
        private
        view
        returns (bytes memory, address)
    {
        (bool ok, bytes memory answer) = resolver.staticcall(abi.encodeWithSelector(callback, response, extra));
        if (!ok) revert ResolverError(answer);
        return (abi.decode(answer, (bytes)), resolver);
    }

    /// @notice The resolver responsible for a name: its own, or that of the nearest parent that has one.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        node = _namehash(name, 0);
        while (true) {
            resolver = registry.resolver(_namehash(name, offset));
            if (resolver != address(0) || name[offset] == 0) return (resolver, node, offset);
            offset += 1 + uint8(name[offset]);
        }
    }

    function _resolve(bytes memory name, bytes memory data, string[] memory gateways)
        private
        view
        returns (bytes memory, address)
    {
        (address resolver,, uint256 offset) = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool isExtended = _supports(resolver, EXTENDED);
        // A plain resolver of a parent knows nothing of this name.
        if (!isExtended && offset > 0) revert ResolverNotFound(name);
        (bool ok, bytes memory answer) =
            resolver.staticcall(isExtended ? abi.encodeCall(ExtendedResolver.resolve, (name, data)) : data);
        if (ok) {
            if (isExtended) return (abi.decode(answer, (bytes)), resolver);
            if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
            return (answer, resolver);
        }
        if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
        if (bytes4(answer) == OffchainLookup.selector) _forward(resolver, answer, gateways);
        revert ResolverError(answer);
    }

    /// @dev Clients believe a lookup only from the contract they called, so it is sent on in our name; whoever answers
    /// learns from the batch which resolver asks.
    function _forward(address resolver, bytes memory lookup, string[] memory gateways) private view {
        (address sender, string[] memory urls, bytes memory callData, bytes4 callback, bytes memory extra) =
            abi.decode(_slice(lookup, 4, lookup.length - 4), (address, string[], bytes, bytes4, bytes));
        if (sender != resolver) revert ResolverError(lookup);
        BatchGateway.Request[] memory requests = new BatchGateway.Request[](1);
        requests[0] = BatchGateway.Request(sender, urls, callData);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(BatchGateway.query, (requests)),
            this.resolveCallback.selector,
            abi.encode(resolver, callback, extra)
        );
    }

    /// @dev The client asks the servers of the batch by itself.
    function _ownBatches() private pure returns (string[] memory gateways) {
        gateways = new string[](1);
        gateways[0] = "x-batch-gateway:true";
    }

    function _revert(bytes memory data) private pure {
        assembly ("memory-safe") {
            revert(add(data, 32), mload(data))
        }
    }

    function _reverse(bytes memory account, uint256 coinType)
        private
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        if (account.length == 0) revert EmptyAddress();
        // Only `addr.reverse` exists here: the coin type of ether, and that of this very chain (ENSIP-11).
        if (coinType != ETHER && coinType != (0x80000000 | block.chainid)) return ("", address(0), address(0));
        bytes memory reverseName = abi.encodePacked(
            uint8(account.length * 2), HexText.lower(account), uint8(4), "addr", uint8(7), "reverse", uint8(0)
        );
        bytes32 node = _namehash(reverseName, 0);
        reverseResolver = registry.resolver(node);
        if (reverseResolver == address(0)) return ("", address(0), address(0));
        primary = NameResolver(reverseResolver).name(node);
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes memory name = _dnsEncode(primary);
        bytes memory answer;
        (answer, resolver) =
            _resolve(name, abi.encodeWithSignature("addr(bytes32)", _namehash(name, 0)), _ownBatches());
        address found = abi.decode(answer, (address));
        // Anybody may claim any name for an address of their own; the name has to agree.
        if (keccak256(abi.encodePacked(found)) != keccak256(account)) {
            revert ReverseAddressMismatch(primary, abi.encodePacked(found));
        }
    }

    function _supports(address resolver, bytes4 id) private view returns (bool) {
        (bool ok, bytes memory answer) =
            resolver.staticcall(abi.encodeWithSignature("supportsInterface(bytes4)", id));
        return ok && answer.length == 32 && abi.decode(answer, (uint256)) == 1;
    }

    function _namehash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return bytes32(0);
        if (offset + 1 + length >= name.length) revert DNSDecodingFailed(name);
        bytes32 parent = _namehash(name, offset + 1 + length);
        // A label too long for its length byte is sent as its hash in brackets.
        if (length == 66 && name[offset + 1] == "[") return keccak256(abi.encodePacked(parent, _hashed(name, offset + 2)));
        return keccak256(abi.encodePacked(parent, keccak256(_slice(name, offset + 1, length))));
    }

    function _hashed(bytes memory name, uint256 offset) private pure returns (bytes32 label) {
        for (uint256 i = 0; i < 64; i++) {
            uint8 digit = uint8(name[offset + i]);
            if (digit >= 48 && digit <= 57) digit -= 48;
            else if (digit >= 97 && digit <= 102) digit -= 87;
            else revert DNSDecodingFailed(name);
            label = bytes32(uint256(label) << 4 | digit);
        }
    }

    function _dnsEncode(string memory text) private pure returns (bytes memory dns) {
        bytes memory name = bytes(text);
        uint256 start;
        for (uint256 i = 0; i <= name.length; i++) {
            if (i < name.length && name[i] != ".") continue;
            if (i == start || i - start > 255) revert DNSEncodingFailed(text);
            dns = abi.encodePacked(dns, uint8(i - start), _slice(name, start, i - start));
            start = i + 1;
        }
        dns = abi.encodePacked(dns, uint8(0));
    }

    function _slice(bytes memory data, uint256 start, uint256 length) private pure returns (bytes memory out) {
        out = new bytes(length);
        for (uint256 i = 0; i < length; i++) out[i] = data[start + i];
    }
}
