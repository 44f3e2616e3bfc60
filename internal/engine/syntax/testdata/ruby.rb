# A controller.
require 'json'

module Shop
  class OrdersController < ApplicationController
    before_action :login, only: [:show]
    attr_reader :total

    def show(id = nil, *rest, key:, **options, &block)
      @order = Order.where("name = '#{params[:name]}'").first!
      rows = rest.map { |x| x * 2 }.select(&:even?)
      unless rows.empty?
        puts <<~TEXT
          rows: #{rows.join(', ')}
        TEXT
      end
      system("ls #{id}") if id =~ /^\d+$/
      case id
      when 1..5, nil then :few
      else raise ArgumentError, 'many'
      end
    rescue StandardError => e
      { error: e.message, 'code' => 1 }
    ensure
      yield self if block_given?
    end
  end
end
